import { Avatar, Button, Group, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMicrophone } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import type { PatientRow } from '@/shared/api/database';
import { ageInYears, formatDate } from '@/shared/format/dates';
import { fullName, initials } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { paths } from '@/shared/paths';
import { EmailText } from '@/shared/ui/EmailText';
import classes from './PatientTable.module.css';

const { columns } = words;

/** Below this width the contacts have no columns of their own. */
const narrow = '(max-width: 61.99em)';

function given(contact: string | null): string | null {
  return contact === null || contact.trim() === '' ? null : contact;
}

/** The rows of one page. The whole row leads to the patient; by keyboard, the name does. */
export function PatientTable({ patients }: { patients: PatientRow[] }) {
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  return (
    <div className={classes.frame}>
      <Table verticalSpacing="xs" horizontalSpacing="md" aria-label={words.tableLabel}>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            <Table.Th>{columns.name}</Table.Th>
            <Table.Th>{columns.age}</Table.Th>
            {isNarrow ? null : (
              <>
                <Table.Th>{columns.email}</Table.Th>
                <Table.Th>{columns.phone}</Table.Th>
              </>
            )}
            <Table.Th>{columns.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {patients.map((patient) => (
            <PatientTableRow key={patient.id} patient={patient} isNarrow={isNarrow} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function PatientTableRow({ patient, isNarrow }: { patient: PatientRow; isNarrow: boolean }) {
  const navigate = useNavigate();
  const address = paths.patient(patient.id);
  return (
    <Table.Tr
      className={classes.row}
      onClick={(event) => {
        const isOnLink = event.target instanceof Element && event.target.closest('a') !== null;
        // A telephone number is marked to be copied, not to leave the list.
        const isMarking = document.getSelection()?.isCollapsed === false;
        if (!isOnLink && !isMarking) void navigate(address);
      }}
    >
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Avatar color="teal" radius="xl" size={36} aria-hidden visibleFrom="xs">
            {initials(patient)}
          </Avatar>
          <div>
            <Link to={address} className={classes.name}>
              {fullName(patient)}
            </Link>
            {isNarrow ? <Contacts patient={patient} /> : null}
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{words.years(ageInYears(patient.birth_date))}</Text>
        <Text size="xs" c="dimmed">
          {formatDate(patient.birth_date)}
        </Text>
      </Table.Td>
      {isNarrow ? null : (
        <>
          <Table.Td>
            <EmailText email={given(patient.email) ?? common.missing} />
          </Table.Td>
          <Table.Td>{given(patient.phone) ?? common.missing}</Table.Td>
        </>
      )}
      <Table.Td>
        <Button component={Link} to={paths.newConsultationFor(patient.id)} variant="light" px="sm">
          <IconMicrophone size={18} aria-hidden />
          <Text component="span" inherit ml={8} className={classes.wideText}>
            {words.newConsultation}
          </Text>
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** Below the name, where the two columns have no room: only what is there, for a dash would stand under no heading. */
function Contacts({ patient }: { patient: PatientRow }) {
  const email = given(patient.email);
  const phone = given(patient.phone);
  if (!email && !phone) return null;
  return (
    <div className={classes.contacts}>
      {email ? (
        <Text size="sm" c="dimmed">
          <EmailText email={email} />
        </Text>
      ) : null}
      {phone ? (
        <Text size="sm" c="dimmed" className={classes.phone}>
          {phone}
        </Text>
      ) : null}
    </div>
  );
}
