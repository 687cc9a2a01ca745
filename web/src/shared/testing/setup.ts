import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { resetClient } from '@/shared/api/client';

// A busy machine must not fail a test: what is waited for comes, or it is missing.
configure({ asyncUtilTimeout: 30_000 });

// What a browser has and jsdom lacks.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList;

window.ResizeObserver = class {
  observe() {
    return undefined;
  }
  unobserve() {
    return undefined;
  }
  disconnect() {
    return undefined;
  }
};

Object.defineProperty(document, 'fonts', { value: new EventTarget() });

Blob.prototype.arrayBuffer = function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsArrayBuffer(this);
  });
};
Blob.prototype.text = async function text(this: Blob) {
  return new TextDecoder().decode(await this.arrayBuffer());
};

window.HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

/** A socket that never opens: live changes have tests of their own. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  close() {
    return undefined;
  }
  send() {
    return undefined;
  }
}
vi.stubGlobal('WebSocket', SilentSocket);

afterEach(() => {
  notifications.clean();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  resetClient();
});
