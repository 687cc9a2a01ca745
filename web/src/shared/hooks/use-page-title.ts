import { useEffect } from 'react';
import { common } from '@/shared/i18n/common.messages';

/** Names the page in the tab and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title]);
}
