import { common } from '@/shared/i18n/common.messages';

/** The name of the product, as index.html shows it before any script has run: nothing moves when this takes its place. */
export function FullPageLoader() {
  return (
    <div className="splash" role="status" aria-label={common.loading}>
      {common.product}
    </div>
  );
}
