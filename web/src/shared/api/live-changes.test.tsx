import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeServer } from '@/shared/testing/fake-server';
import { useLiveChanges } from './live-changes';

type Message = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown];

/** The sockets that the page has opened, the last one last. */
let sockets: ServedSocket[] = [];

/** A socket at whose other end every channel may be joined. */
class ServedSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  isJoined = false;

  constructor() {
    sockets.push(this);
    setTimeout(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }

  send(text: string) {
    const [joinRef, ref, topic, event, payload] = JSON.parse(text) as Message;
    const asked = (payload as { config?: { postgres_changes: object[] } }).config?.postgres_changes ?? [];
    const response = { postgres_changes: asked.map((change, id) => ({ ...change, id })) };
    setTimeout(() => {
      this.say([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]);
      if (event === 'phx_join') this.isJoined = true;
    });
  }

  close(code = 1000) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  private say(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  sockets = [];
  vi.stubGlobal('WebSocket', ServedSocket);
});

it('a channel that joins again reloads once what it may have missed; the first time nothing was', async () => {
  const doctor = new FakeServer().install().signIn();
  const onChange = vi.fn();
  const { unmount } = renderHook(() =>
    useLiveChanges({ table: 'notices', filter: `user_id=eq.${doctor.id}` }, onChange),
  );
  await waitFor(() => expect(sockets.at(-1)?.isJoined).toBe(true));
  expect(onChange).not.toHaveBeenCalled();
  sockets.at(-1)?.close(1001);
  await waitFor(() => expect(sockets).toHaveLength(2));
  await waitFor(() => expect(sockets.at(-1)?.isJoined).toBe(true));
  await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  unmount();
});
