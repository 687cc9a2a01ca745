import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { preloadByAddress } from './scripts/preload-by-address.ts';

const server = 'http://localhost:8080';

/**
 * The first screens come in few files: over a slow network a file of a few hundred bytes costs as much waiting as one
 * of thirty thousand. Each group takes its modules with all that they import and no earlier group has.
 */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const] },
  {
    name: 'session',
    test: /routes\/session-area|app\/guards|shared\/(?:ui\/(?:ErrorBanner|BusyButton)|hooks\/use-focus-on-arrival)|(?:ActionIcon|Anchor|Direction\w*)\.mjs|(?:create-safe-context|use-force-update|use-uncontrolled|useMutation)\./,
  },
  { name: 'entry', test: /routes\/login/ },
  { name: 'workplace', test: /routes\/(?:protected-area|dashboard)/ },
  { name: 'supabase', test: /node_modules\/@supabase\// },
].map((group, index, groups) => ({ ...group, priority: groups.length - index }));

export default defineConfig({
  plugins: [react(), preloadByAddress()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    // The content security policy takes fonts and scripts from our own files only, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
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
    include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
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
