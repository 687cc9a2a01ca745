import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useMayBeForgotten } from './use-kept-storage';

const megabyte = 1024 * 1024;

afterEach(() => Object.defineProperty(navigator, 'storage', { configurable: true, value: undefined }));

it('says that audio may be forgotten only where the browser will not keep it and room is short, and asks once', async () => {
  let usage = 990;
  const persist = vi.fn(() => Promise.resolve(false));
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: {
      persisted: () => Promise.resolve(false),
      persist,
      estimate: () => Promise.resolve({ quota: 1_000 * megabyte, usage: usage * megabyte }),
    },
  });
  const short = renderHook(() => useMayBeForgotten());
  await waitFor(() => expect(short.result.current).toBe(true));
  usage = 100;
  const roomy = renderHook(() => useMayBeForgotten());
  await new Promise((resolve) => setTimeout(resolve));
  expect(roomy.result.current).toBe(false);
  expect(persist).toHaveBeenCalledTimes(1);
});
