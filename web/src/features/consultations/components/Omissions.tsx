import { Title } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { Evidence } from '../model/evidence';
import classes from './Omissions.module.css';

/** What was heard and stands in no section, so that the doctor can judge. */
export function Omissions({ evidence: { omissions } }: { evidence: Evidence }) {
  if (omissions.length === 0) return null;
  return (
    <section className={classes.omissions} aria-labelledby="non-riportato">
      <Title order={3} id="non-riportato">
        {words.report.omissions}
      </Title>
      <ul>
        {omissions.map(({ text }, index) => (
          <li key={index}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
