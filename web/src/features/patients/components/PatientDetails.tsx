import type { ReactNode } from 'react';
import { Anchor, Card } from '@mantine/core';
import type { PatientRow } from '@/shared/api/database';
import { ageInYears, formatDate } from '@/shared/format/dates';
import { formatNumber, formatQuantity } from '@/shared/format/numbers';
import { common } from '@/shared/i18n/common.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { EmailText } from '@/shared/ui/EmailText';
import { bodyMassIndex } from '../model/body-mass-index';
import classes from './PatientDetails.module.css';

const { fields, detail } = words;

/** What is known of the patient, to read. */
export function PatientDetails({ patient }: { patient: PatientRow }) {
  const bmi = bodyMassIndex(patient.weight, patient.height);
  const quantity = (value: number | null, unit: string) =>
    value === null ? common.missing : formatQuantity(value, unit);
  const rows: [string, ReactNode][] = [
    [fields.birth_date, formatDate(patient.birth_date)],
    [detail.age, words.years(ageInYears(patient.birth_date))],
    [fields.gender, words.genders[patient.gender]],
    [fields.phone, patient.phone ? <Anchor href={`tel:${patient.phone}`}>{patient.phone}</Anchor> : common.missing],
    [
      fields.email,
      patient.email ? (
        <Anchor href={`mailto:${patient.email}`}>
          <EmailText email={patient.email} />
        </Anchor>
      ) : (
        common.missing
      ),
    ],
    [detail.weight, quantity(patient.weight, 'kg')],
    [detail.height, quantity(patient.height, 'cm')],
    [detail.bmi, bmi === null ? common.missing : formatNumber(bmi)],
  ];
  return (
    <Card component="section" aria-label={words.groups.person}>
      <dl className={classes.list}>
        {rows.map(([label, value]) => (
          <div key={label} className={label === fields.email ? classes.email : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {patient.notes ? (
          <div className={classes.notes}>
            <dt>{fields.notes}</dt>
            <dd>{patient.notes}</dd>
          </div>
        ) : null}
      </dl>
    </Card>
  );
}
