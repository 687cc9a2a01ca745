import { createPortal } from 'react-dom';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { Letterhead } from '../model/pdf-report';
import {
  missingText,
  printedLine,
  reportFacts,
  reportNotes,
  reportOwner,
  reportSectionsOf,
  type Consultation,
} from '../model/report';
import { usePageFoot } from './use-page-foot';
import classes from './PrintedReport.module.css';

interface PrintedReportProps {
  consultation: Consultation;
  letterhead: Letterhead;
  /** A change is not on the server yet: a sheet that the browser prints now says so. */
  isUnsaved: boolean;
}

/** The sheet that a printer sees instead of the page: letterhead, patient, sections, place for the signature. */
export function PrintedReport({ consultation, letterhead, isUnsaved }: PrintedReportProps) {
  const { doctor, contact } = letterhead;
  const sections = reportSectionsOf(consultation);
  usePageFoot(reportOwner(consultation));
  return createPortal(
    <div className={classes.sheet} data-printed-report aria-hidden>
      <header className={classes.head}>
        <strong>{doctor}</strong>
        {contact && contact !== doctor ? <span>{contact}</span> : null}
      </header>
      <h1>{words.document.title}</h1>
      {isUnsaved ? <p>{words.document.unsavedNote}</p> : null}
      <dl className={classes.facts}>
        {reportFacts(consultation).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sections.map(({ key, title, lines, isDiscussed }) => (
        <section key={key}>
          <h2>{title}</h2>
          {lines.length === 0 ? <p className={classes.missing}>{missingText(isDiscussed)}</p> : null}
          {lines.map((line, index) => (
            <p key={index}>{printedLine(line)}</p>
          ))}
        </section>
      ))}
      <div className={classes.closing}>
        {reportNotes(consultation, sections).map((note) => (
          <p key={note} className={classes.note}>
            {note}
          </p>
        ))}
        <p className={classes.signature}>{words.document.signature}</p>
      </div>
    </div>,
    document.body,
  );
}
