import './styles/every-page';
import { startTransition, StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './Providers';
import { client, hasStoredSession } from '@/shared/api/client';
import { makeRouter } from './router';

// The content security policy forbids code made from text, so the validator (zod) must not even try it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Whoever comes back needs the client on every page: it loads beside the page, not after it.
if (hasStoredSession()) void client().catch(() => undefined);

type Router = ReturnType<typeof makeRouter>;

function Application({ router, onDrawn }: { router: Router; onDrawn: () => void }) {
  useLayoutEffect(onDrawn, [onDrawn]);
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}

/** Draws the application in the place of the first look, which stands there until the page's own files have come. */
function draw(router: Router): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // Not before it stands there: until then clicks and keys would go to a picture.
  const open = () => {
    root.dataset.look = 'application';
    root.inert = false;
  };
  const application = (
    <StrictMode>
      <Application router={router} onDrawn={open} />
    </StrictMode>
  );
  // In slices: something stands on the screen already, and it should answer a finger meanwhile.
  startTransition(() => createRoot(root).render(application));
}

function start(): void {
  const router = makeRouter();
  if (router.state.initialized) draw(router);
  else {
    const stop = router.subscribe(({ initialized: isReady }) => {
      if (!isReady) return;
      stop();
      draw(router);
    });
  }
}

// A task of its own: reading the program was long enough for a finger that waits.
setTimeout(start);
