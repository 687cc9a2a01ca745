import { useState } from 'react';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { legal } from '@/shared/i18n/legal.messages';
import { paths } from '@/shared/paths';
import classes from './CookieBanner.module.css';

const storageKey = 'scriba.cookies-accepted';
const { cookie } = legal;

/** Told once. Accepting is remembered in this browser; closing lasts until the page is loaded again. */
export function CookieBanner() {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(storageKey) === null);
  if (!isOpen) return null;

  function accept() {
    localStorage.setItem(storageKey, new Date().toISOString());
    setOpen(false);
  }

  return (
    <section aria-label={cookie.label} className={classes.banner} data-cookie-banner>
      <p>
        {cookie.text} <Link to={paths.privacy}>{cookie.link}</Link>
      </p>
      <div className={classes.actions}>
        <Button onClick={accept}>{cookie.accept}</Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {cookie.dismiss}
        </Button>
      </div>
    </section>
  );
}
