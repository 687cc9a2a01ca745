import { Link } from 'react-router';
import { landing } from '@/shared/i18n/landing.messages';
import { paths } from '@/shared/paths';
import { Brand } from '@/shared/ui/Brand';
import classes from './Landing.module.css';

const { nav } = landing;

export function LandingHeader() {
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to={paths.landing} className={classes.brand}>
          <Brand />
        </Link>
        <nav aria-label={nav.label} className={classes.anchors}>
          <a className={classes.navLink} href="#features">
            {nav.features}
          </a>
          <a className={classes.navLink} href="#how-it-works">
            {nav.how}
          </a>
          <a className={classes.navLink} href="#pricing">
            {nav.pricing}
          </a>
        </nav>
        <Link to={paths.login} className={`${classes.button} ${classes.small}`}>
          {nav.signIn}
        </Link>
      </div>
    </header>
  );
}
