// Lays the first look of landing page, sign-in and workplace into dist/index.html, each in a <template>: what is painted
// before the program has loaded. The built program draws them itself, in jsdom; public/before-paint.js shows one.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const page = new URL('../dist/index.html', import.meta.url);
const drawing = fileURLToPath(new URL('draw-look.mjs', import.meta.url));
/** Addresses, and what tells that the page itself is drawn. */
const looks = { landing: ['/', '#pricing'], login: ['/login', 'form'], workplace: ['/app', 'main h1'] };
const place = '<div id="root">';

const html = await readFile(page, 'utf8');
if (!html.includes(place)) throw new Error('index.html has no #root');
const templates = Object.entries(looks).map(([name, [address, selector]]) => {
  const drawn = execFileSync(process.execPath, [drawing, address, selector], { encoding: 'utf8', timeout: 60_000 });
  console.log(`first look of ${name}: ${(drawn.length / 1000).toFixed(1)} kB`);
  return `<template data-look="${name}">${drawn}</template>\n    `;
});
// Before the root: when that has been read, they are there.
await writeFile(page, html.replace(place, `${templates.join('')}${place}`));
