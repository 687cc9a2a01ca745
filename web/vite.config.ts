import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = 'http://localhost:8080';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    // The content security policy takes fonts and scripts from our own files only, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    // A test compares the names of events with the server's source.
    ...(process.env.VITEST ? { fs: { allow: ['..'] } } : {}),
    proxy: Object.fromEntries(
      ['/auth/v1', '/rest/v1', '/functions/v1', '/storage/v1', '/realtime/v1', '/config.json', '/health'].map(
        (path) => [path, { target: server, ws: path === '/realtime/v1' }],
      ),
    ),
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/shared/testing/setup.ts'],
    // Under Node the upload library would take its build for Node, and its own way to the network.
    alias: { 'tus-js-client': fileURLToPath(import.meta.resolve('tus-js-client/lib.esm/browser/index.js')) },
    server: { deps: { inline: [/tus-js-client/] } },
    css: false,
    testTimeout: 60_000,
    restoreMocks: true,
    maxWorkers: 2,
  },
});
