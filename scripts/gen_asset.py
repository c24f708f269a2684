#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Prints a text file as a C string:  gen_asset.py NAME FILE"""
import sys

name, path = sys.argv[1:]
print(f'static const char {name}[] =')
for line in open(path, encoding='utf-8'):
    text = line.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n')
    print(f'    "{text}"')
print('    ;')
