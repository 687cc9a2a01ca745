import './styles/every-page';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './Providers';
import { client, hasStoredSession } from '@/shared/api/client';
import { makeRouter } from './router';

// The content security policy forbids code made from text, so the validator (zod) must not even try it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Whoever comes back needs the client on every page: it loads beside the page, not after it.
if (hasStoredSession()) void client().catch(() => undefined);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={makeRouter()} />
    </Providers>
  </StrictMode>,
);
