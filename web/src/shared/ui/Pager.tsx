import { Pagination } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';

interface PagerProps {
  /** How many rows there are on all pages. */
  count: number;
  perPage: number;
  page: number;
  onPage: (page: number) => void;
}

/** The pages of a long list; nothing when there is only one. */
export function Pager({ count, perPage, page, onPage }: PagerProps) {
  const pages = Math.ceil(count / perPage);
  if (pages <= 1) return null;
  return (
    <Pagination
      component="nav"
      aria-label={common.pager.label}
      mt="md"
      size="xl"
      total={pages}
      value={page}
      onChange={onPage}
      getItemProps={(item) => ({ 'aria-label': common.pager.page(item) })}
      getControlProps={(control) => ({
        'aria-label': control === 'next' ? common.pager.next : common.pager.previous,
      })}
    />
  );
}
