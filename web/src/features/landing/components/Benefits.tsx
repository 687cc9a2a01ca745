import {
  IconBrain,
  IconClockBolt,
  IconFileText,
  IconMicrophone,
  IconReportAnalytics,
  IconShieldLock,
  type Icon,
} from '@tabler/icons-react';
import { landing } from '@/shared/i18n/landing.messages';
import classes from './Landing.module.css';

interface Block {
  title: string;
  text: string;
}

function Cards({ items, icons }: { items: readonly Block[]; icons: readonly Icon[] }) {
  return (
    <ul className={`${classes.grid} ${classes.trio}`}>
      {items.map(({ title, text }, index) => {
        const BlockIcon = icons[index];
        return (
          <li key={title} className={classes.card}>
            <span className={classes.icon} aria-hidden>
              {BlockIcon ? <BlockIcon size={24} stroke={1.75} /> : null}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        );
      })}
    </ul>
  );
}

export function WhyChooseUs() {
  return (
    <div className={classes.band}>
      <section className={classes.section}>
        <h2 className={classes.heading}>{landing.why.title}</h2>
        <Cards items={landing.why.items} icons={[IconClockBolt, IconBrain, IconShieldLock]} />
      </section>
    </div>
  );
}

export function Features() {
  return (
    <section className={classes.section} id="features">
      <h2 className={classes.heading}>{landing.features.title}</h2>
      <Cards items={landing.features.items} icons={[IconMicrophone, IconReportAnalytics, IconFileText]} />
    </section>
  );
}

export function HowItWorks() {
  return (
    <div className={classes.band}>
      <section className={classes.section} id="how-it-works">
        <h2 className={classes.heading}>{landing.how.title}</h2>
        <ol className={classes.grid}>
          {landing.how.steps.map(({ title, text }, index) => (
            <li key={title} className={classes.card}>
              <span className={classes.icon} aria-hidden>
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
