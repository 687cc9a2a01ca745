import { Avatar, Button, Group, Table, Text } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import type { PatientRow } from '@/shared/api/database';
import { ageInYears, formatDate } from '@/shared/format/dates';
import { fullName, initials } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { paths } from '@/shared/paths';
import classes from './PatientTable.module.css';

const { columns } = words;

function given(contact: string | null): string {
  return contact === null || contact.trim() === '' ? common.missing : contact;
}

/** The rows of one page. The whole row leads to the patient; by keyboard, the name does. */
export function PatientTable({ patients }: { patients: PatientRow[] }) {
  return (
    <div className={classes.frame}>
      <Table verticalSpacing="xs" horizontalSpacing="md" aria-label={words.tableLabel}>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            <Table.Th>{columns.name}</Table.Th>
            <Table.Th>{columns.age}</Table.Th>
            <Table.Th className={classes.wide}>{columns.email}</Table.Th>
            <Table.Th className={classes.wide}>{columns.phone}</Table.Th>
            <Table.Th>{columns.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {patients.map((patient) => (
            <PatientTableRow key={patient.id} patient={patient} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function PatientTableRow({ patient }: { patient: PatientRow }) {
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
            <Text size="sm" c="dimmed" className={classes.contact}>
              {`${given(patient.email)}\n${given(patient.phone).replaceAll(' ', '\u00a0')}`}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{words.years(ageInYears(patient.birth_date))}</Text>
        <Text size="xs" c="dimmed">
          {formatDate(patient.birth_date)}
        </Text>
      </Table.Td>
      <Table.Td className={classes.wide}>{given(patient.email)}</Table.Td>
      <Table.Td className={classes.wide}>{given(patient.phone)}</Table.Td>
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
