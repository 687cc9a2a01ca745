import { useEffect, useEffectEvent } from 'react';
import { randomId } from '../random-id';
import { client } from './client';

export interface LiveChangesOptions {
  table: 'users' | 'user_subscriptions' | 'patients' | 'consultations' | 'recordings' | 'notices';
  /** As in table queries, such as `user_id=eq.<id>`. */
  filter: string;
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
}

/**
 * Calls `onChange` for each committed change of the rows that match, for as long as the component stands; and once when
 * the channel joins after a break, for what was changed meanwhile is told nobody.
 */
export function useLiveChanges({ table, filter, event = '*' }: LiveChangesOptions, onChange: () => void): void {
  const notify = useEffectEvent(onChange);

  useEffect(() => {
    let isLive = true;
    let isBroken = false;
    let leave: (() => void) | undefined;
    async function follow() {
      const db = await client();
      // A channel joined before the session is loaded would join as a stranger and hear nothing.
      await db.auth.getSession();
      if (!isLive) return;
      const channel = db.channel(`${table}:${filter}:${randomId()}`);
      channel.on('postgres_changes', { event: event as '*', schema: 'public', table, filter }, () => notify());
      channel.subscribe((status: string) => {
        const isJoined = status === 'SUBSCRIBED';
        if (isLive && isJoined && isBroken) notify();
        isBroken = !isJoined;
      });
      leave = () => void db.removeChannel(channel);
    }
    // Live changes are a comfort: without them the page shows what it loaded.
    follow().catch(() => undefined);
    return () => {
      isLive = false;
      leave?.();
    };
  }, [table, filter, event]);
}
