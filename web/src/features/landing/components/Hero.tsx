import { Link } from 'react-router';
import { landing } from '@/shared/i18n/landing.messages';
import { paths } from '@/shared/paths';
import classes from './Landing.module.css';

const { hero } = landing;

/** The promise, the way in, and a piece of a report as it looks. */
export function Hero() {
  return (
    <section className={`${classes.section} ${classes.hero}`}>
      <div>
        <h1 className={classes.heroTitle}>{hero.title}</h1>
        <p className={classes.lead}>{hero.text}</p>
        <Link to={paths.login} className={classes.button}>
          {hero.action}
        </Link>
        <p className={classes.note}>{hero.note}</p>
      </div>
      <div className={classes.sheet} aria-hidden>
        <p className={classes.sheetTitle}>{hero.sampleTitle}</p>
        <dl>
          {hero.sample.map(({ heading, text }) => (
            <div key={heading}>
              <dt>{heading}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.evidence}>{hero.sampleEvidence}</p>
      </div>
    </section>
  );
}
