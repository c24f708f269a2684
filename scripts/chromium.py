# SPDX-License-Identifier: MIT
"""A headless Chromium that scripts drive through the DevTools protocol, over a pair of pipes: nothing but the standard
library, and no port that another process could connect to."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ('chromium', 'chromium-browser', 'google-chrome')


def find():
    """The browser's path: $CHROMIUM, or the first one in PATH; None without one."""
    return os.environ.get('CHROMIUM') or next((p for p in map(shutil.which, NAMES) if p), None)


class Page:
    """One tab. `problems` collects what a page must not do: console errors, exceptions, requests other than files."""

    def __init__(self, browser, session):
        self.browser, self.session, self.problems, self.loaded = browser, session, [], 0
        for domain in ('Page', 'Runtime', 'Log', 'Network'):
            self.call(f'{domain}.enable')

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def event(self, method, params):
        if method == 'Page.loadEventFired':
            self.loaded += 1
        elif method == 'Runtime.exceptionThrown':
            self.problems.append('exception: ' + json.dumps(params['exceptionDetails'])[:500])
        elif method == 'Runtime.consoleAPICalled' and params['type'] in ('error', 'warning', 'assert'):
            self.problems.append('console: ' + json.dumps(params['args'])[:500])
        elif method == 'Log.entryAdded' and params['entry']['level'] in ('error', 'warning'):
            self.problems.append('log: ' + params['entry']['text'] + ' ' + params['entry'].get('url', ''))
        elif method == 'Network.requestWillBeSent' and not params['request']['url'].startswith(('file:', 'data:')):
            self.problems.append('request: ' + params['request']['url'])
        elif method == 'Network.loadingFailed' and not params.get('canceled'):
            self.problems.append('failed: ' + params.get('errorText', ''))

    def open(self, url):
        before = self.loaded
        error = self.call('Page.navigate', url=url).get('errorText')
        if error:
            raise RuntimeError(f'{url}: {error}')
        self.browser.wait(lambda: self.loaded > before)

    def value(self, expression):
        """The value of a JavaScript expression; promises are awaited."""
        answer = self.call('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in answer:
            raise RuntimeError(f'{expression}: {json.dumps(answer["exceptionDetails"])[:800]}')
        return answer['result'].get('value')

    def until(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise RuntimeError(f'never true: {expression}')
            time.sleep(0.05)

    def key(self, key, code=0, text=''):
        params = dict(key=key, windowsVirtualKeyCode=code)
        self.call('Input.dispatchKeyEvent', type='keyDown', **params, **({'text': text} if text else {}))
        self.call('Input.dispatchKeyEvent', type='keyUp', **params)

    def move(self, x, y):
        self.call('Input.dispatchMouseEvent', type='mouseMoved', x=x, y=y)

    def look(self, width, height, scheme):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])

    def screenshot(self, path, whole=False):
        params = {'captureBeyondViewport': True} if whole else {}
        if whole:
            size = self.call('Page.getLayoutMetrics')['cssContentSize']
            params['clip'] = {'x': 0, 'y': 0, 'width': size['width'], 'height': min(size['height'], 6000), 'scale': 1}
        with open(path, 'wb') as out:
            out.write(base64.b64decode(self.call('Page.captureScreenshot', **params)['data']))


class Browser:
    def __init__(self, path, timeout=120):
        self.timeout, self.next, self.answers, self.pages = timeout, 0, {}, {}
        self.profile = tempfile.mkdtemp(prefix='retrace-chromium-')
        commands, events = os.pipe(), os.pipe()
        self.out, self.input, self.buffer = commands[1], events[0], b''

        def pass_pipes():
            # The browser reads from 3 and writes to 4; go by way of high numbers so that neither is closed under way.
            high = (os.dup2(commands[0], 90), os.dup2(events[1], 91))
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [path, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-extensions',
             '--disable-background-networking', '--disable-component-update', '--force-color-profile=srgb',
             f'--user-data-dir={self.profile}', '--remote-debugging-pipe', 'about:blank'],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(3, 4),
            preexec_fn=pass_pipes, start_new_session=True)
        os.close(commands[0])
        os.close(events[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send('Browser.close')
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            os.killpg(self.process.pid, 9)
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, session=None, **params):
        self.next += 1
        message = {'id': self.next, 'method': method, 'params': params}
        if session:
            message['sessionId'] = session
        data = json.dumps(message).encode() + b'\0'
        while data:
            data = data[os.write(self.out, data):]
        return self.next

    def receive(self):
        while b'\0' not in self.buffer:
            block = os.read(self.input, 1 << 20)
            if not block:
                raise RuntimeError('the browser ended')
            self.buffer += block
        text, self.buffer = self.buffer.split(b'\0', 1)
        message = json.loads(text)
        if 'id' in message:
            self.answers[message['id']] = message
        elif message.get('sessionId') in self.pages:
            self.pages[message['sessionId']].event(message['method'], message['params'])

    def wait(self, condition):
        end = time.monotonic() + self.timeout
        while not condition():
            if time.monotonic() > end:
                raise RuntimeError('the browser did not answer in time')
            self.receive()

    def call(self, method, session=None, **params):
        number = self.send(method, session, **params)
        self.wait(lambda: number in self.answers)
        answer = self.answers.pop(number)
        if 'error' in answer:
            raise RuntimeError(f'{method}: {answer["error"]}')
        return answer['result']

    def page(self):
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        page = Page.__new__(Page)
        self.pages[session] = page
        page.__init__(self, session)
        return page
