/* SPDX-License-Identifier: MIT */
/* What the report gains by a script: filters and arrow keys on the matrix, a magnifier on differences. The pages
 * are complete without it. No library, no network; works from a file system, where a page may draw its pictures but
 * not read their pixels. */
"use strict";

function matrixFilters(table) {
    const rows = [...table.tBodies[0].rows], form = document.querySelector(".filters");
    const text = document.getElementById("filter"), look = document.getElementById("look");
    const shown = document.getElementById("shown"), buttons = [...document.querySelectorAll(".counts button")];
    const names = rows.map(row => row.cells[0].textContent.toLowerCase());

    function apply() {
        const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
        const verdicts = buttons.filter(b => b.getAttribute("aria-pressed") === "true").map(b => `|${b.dataset.verdict}|`);
        let n = 0;
        rows.forEach((row, i) => {
            const marks = row.dataset.v;
            const on = words.every(w => names[i].includes(w)) && (!look.checked || marks.startsWith("|look")) &&
                (!verdicts.length || verdicts.some(v => marks.includes(v)));
            row.hidden = !on;
            n += on;
        });
        shown.textContent = `${n} of ${rows.length} traces`;
    }
    for (const button of buttons)
        button.addEventListener("click", () => {
            button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
            apply();
        });
    text.addEventListener("input", apply);
    look.addEventListener("change", apply);
    form.addEventListener("submit", event => event.preventDefault());
    form.hidden = false;
    apply(); // a browser that goes back keeps what was typed
}

/* One stop for the Tab key; arrows, Home, End, Page Up and Page Down move inside. */
function matrixKeys(table) {
    const body = table.tBodies[0];
    let current = null;

    /* The cell of a row that lies in a column, whatever spans are before it. */
    function columnOf(cell) {
        let column = 0;
        for (let c = cell.previousElementSibling; c; c = c.previousElementSibling)
            column += c.colSpan;
        return column;
    }
    function cellAt(row, column) {
        let at = 0;
        for (const cell of row.cells) {
            at += cell.colSpan;
            if (column < at)
                return cell;
        }
        return row.cells[row.cells.length - 1];
    }
    function linkOf(cell) { return cell && cell.querySelector("a"); }
    function visit(link) {
        if (!link)
            return;
        if (current)
            current.tabIndex = -1;
        current = link;
        link.tabIndex = 0;
        link.focus();
        link.scrollIntoView({block: "nearest", inline: "nearest"});
    }
    function vertical(cell, step, count) {
        const column = columnOf(cell);
        let found = null;
        for (let row = cell.parentElement[step]; row && count; row = row[step])
            if (!row.hidden && linkOf(cellAt(row, column))) {
                found = linkOf(cellAt(row, column));
                count--;
            }
        return found;
    }
    function horizontal(cell, step) {
        for (let c = cell[step]; c; c = c[step])
            if (linkOf(c))
                return linkOf(c);
        return null;
    }
    const moves = {
        ArrowDown: cell => vertical(cell, "nextElementSibling", 1),
        ArrowUp: cell => vertical(cell, "previousElementSibling", 1),
        PageDown: cell => vertical(cell, "nextElementSibling", 20),
        PageUp: cell => vertical(cell, "previousElementSibling", 20),
        ArrowRight: cell => horizontal(cell, "nextElementSibling"),
        ArrowLeft: cell => horizontal(cell, "previousElementSibling"),
        Home: cell => linkOf(cell.parentElement.cells[0]),
        End: cell => [...cell.parentElement.querySelectorAll("a")].pop(),
    };
    for (const link of body.querySelectorAll("a"))
        link.tabIndex = -1;
    current = body.querySelector("a");
    if (current)
        current.tabIndex = 0;
    body.addEventListener("keydown", event => {
        const cell = event.target.closest("td, th"), move = moves[event.key];
        if (!cell || !move || event.ctrlKey || event.altKey || event.metaKey)
            return;
        event.preventDefault();
        visit(move(cell));
    });
    body.addEventListener("focusin", event => {
        if (event.target !== current && event.target.tagName === "A") {
            if (current)
                current.tabIndex = -1;
            current = event.target;
            current.tabIndex = 0;
        }
    });
    body.addEventListener("mouseover", event => {
        const link = event.target.closest("a[aria-label]");
        if (link && !link.title)
            link.title = link.getAttribute("aria-label");
    });
}

/* --- the magnifier --- */

function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

function magnifier(figure) {
    const shots = [...figure.querySelectorAll(".shot")], images = shots.map(s => s.querySelector("img"));
    const labels = [...figure.querySelectorAll(".pane p")].map(p => p.textContent);
    const SIZE = 256, ZOOMS = [2, 4, 8, 16, 32];
    let x = Number(figure.dataset.x), y = Number(figure.dataset.y), zoom = 8, blink = false, timer = 0;
    const width = images[0].naturalWidth, height = images[0].naturalHeight;
    const place = element("output", {});
    const canvases = images.map((_, i) =>
        element("canvas", {width: SIZE, height: SIZE, role: "img", ariaLabel: `${labels[i]}, magnified`}));
    const button = (text, label, act) => element("button", {type: "button", textContent: text, title: label, onclick: act});
    const blinker = button("blink", "show the tier and the reference in turn (space)", toggle);
    const tools = element("div", {className: "tools"}, button("−", "zoom out (-)", () => rezoom(-1)),
        button("+", "zoom in (+)", () => rezoom(1)), blinker, place);
    const lens = element("div", {className: "lens", tabIndex: 0}, tools, element("div", {className: "views"}, ...canvases));

    function draw(canvas, image) {
        const context = canvas.getContext("2d"), n = SIZE / zoom;
        const left = x - Math.floor(n / 2), top = y - Math.floor(n / 2);
        context.imageSmoothingEnabled = false;
        context.fillStyle = "#777";
        context.fillRect(0, 0, SIZE, SIZE);
        context.drawImage(image, -left * zoom, -top * zoom, width * zoom, height * zoom);
        context.lineWidth = 1;
        for (const [color, grow] of [["#000", 1.5], ["#fff", .5]]) {
            context.strokeStyle = color;
            context.strokeRect((x - left) * zoom - grow, (y - top) * zoom - grow, zoom + 2 * grow, zoom + 2 * grow);
        }
    }
    function update() {
        const n = SIZE / zoom;
        x = Math.max(0, Math.min(width - 1, x));
        y = Math.max(0, Math.min(height - 1, y));
        place.textContent = `x ${x}, y ${y} of ${width} × ${height}; ${zoom} times`;
        canvases.forEach((canvas, i) => draw(canvas, images[i]));
        for (const shot of shots) {
            const cross = shot.querySelector(".cross"), scale = shot.clientWidth / width;
            cross.style.left = `${(x - n / 2) * scale}px`;
            cross.style.top = `${(y - n / 2) * scale}px`;
            cross.style.width = cross.style.height = `${n * scale}px`;
        }
    }
    function rezoom(step) {
        zoom = ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.indexOf(zoom) + step))];
        update();
    }
    function toggle() {
        blink = !blink && images.length > 1;
        blinker.setAttribute("aria-pressed", blink);
        clearInterval(timer);
        let other = false;
        if (blink)
            timer = setInterval(() => {
                other = !other;
                draw(canvases[0], images[other ? 1 : 0]);
            }, 400);
        update();
    }
    const keys = {
        ArrowLeft: n => { x -= n; }, ArrowRight: n => { x += n; }, ArrowUp: n => { y -= n; }, ArrowDown: n => { y += n; },
        "+": () => rezoom(1), "=": () => rezoom(1), "-": () => rezoom(-1), " ": toggle,
    };
    lens.addEventListener("keydown", event => {
        if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey ||
            (event.key === " " && event.target.tagName === "BUTTON"))
            return;
        event.preventDefault();
        keys[event.key](event.shiftKey ? 10 : 1);
        update();
    });
    for (const shot of shots)
        for (const kind of ["pointermove", "pointerdown"])
            shot.addEventListener(kind, event => {
                const box = shot.getBoundingClientRect();
                if (kind === "pointermove" && event.pointerType !== "mouse" && !event.buttons)
                    return;
                x = Math.floor((event.clientX - box.left) * width / box.width);
                y = Math.floor((event.clientY - box.top) * height / box.height);
                update();
            });
    lens.setAttribute("role", "group");
    lens.setAttribute("aria-label", "magnifier: arrow keys move by a pixel, with Shift by ten; plus and minus zoom; space blinks");
    blinker.setAttribute("aria-pressed", "false");
    figure.append(lens);
    figure.classList.add("live");
    update();
    addEventListener("resize", update);
}

function startMagnifiers() {
    for (const figure of document.querySelectorAll(".viewer")) {
        const images = [...figure.querySelectorAll("img")];
        if (images.length)
            Promise.all(images.map(image => image.decode())).then(() => magnifier(figure), () => {});
    }
}

const matrix = document.getElementById("matrix");
if (matrix) {
    matrixFilters(matrix);
    matrixKeys(matrix);
}
startMagnifiers();
