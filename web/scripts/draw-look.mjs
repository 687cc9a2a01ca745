// Prints what the built program draws at an address before any answer of the server, once `selector` is there:
// node draw-look.mjs /login form
import { readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';

const [address = '/', selector = 'h1'] = process.argv.slice(2);

/** Stands where the doctor's address will: public/before-paint.js knows it. */
const unknownDoctor = 'medico@studio.invalid';
const session = {
  access_token: '..',
  refresh_token: 'none',
  token_type: 'bearer',
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: 'none', email: unknownDoctor, user_metadata: {} },
};

// The same program draws the same look: its invented ids, too.
let seed = 1;
Math.random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};

const dom = new JSDOM('<!doctype html><html lang="it"><body><div id="root"></div></body></html>', {
  url: `http://localhost${address}`,
  pretendToBeVisual: true,
});
const { window } = dom;
if (address.startsWith('/app')) window.localStorage.setItem('scriba.session', JSON.stringify(session));

// The program expects a browser around it. No answer ever comes: a first look is what is drawn without one.
const idle = () => undefined;
const nothingMatches = { matches: false, addEventListener: idle, removeEventListener: idle, addListener: idle };
Object.assign(window, { matchMedia: () => nothingMatches });
class Observer {
  observe = idle;
  unobserve = idle;
  disconnect = idle;
}
const surroundings = {
  window,
  document: window.document,
  navigator: window.navigator,
  location: window.location,
  history: window.history,
  localStorage: window.localStorage,
  sessionStorage: window.sessionStorage,
  getComputedStyle: window.getComputedStyle.bind(window),
  requestAnimationFrame: window.requestAnimationFrame.bind(window),
  cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
  matchMedia: window.matchMedia,
  ResizeObserver: Observer,
  fetch: () => new Promise(idle),
};
for (const name of [
  'HTMLElement',
  'HTMLIFrameElement',
  'HTMLInputElement',
  'Element',
  'Node',
  'MutationObserver',
  'DOMException',
  'Event',
  'CustomEvent',
])
  surroundings[name] = window[name];
for (const [name, value] of Object.entries(surroundings))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

// A stylesheet is not loaded here, but the program waits for it.
new window.MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.nodeName === 'LINK') node.dispatchEvent(new window.Event('load'));
}).observe(window.document, { childList: true, subtree: true });

const page = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
const [, program] = /data-program="([^"]+)"/.exec(page) ?? [];
await import(new URL(`../dist${program}`, import.meta.url).href);

const root = window.document.getElementById('root');
const deadline = Date.now() + 30_000;
while (!root.querySelector(selector)) {
  if (Date.now() > deadline) throw new Error(`${address} drew no ${selector}: ${root.innerHTML.slice(0, 400)}`);
  await new Promise((resolve) => setTimeout(resolve, 50));
}
process.stdout.write(root.innerHTML, () => process.exit());
