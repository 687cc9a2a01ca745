import type { ReactNode } from 'react';
import { Table } from '@mantine/core';
import { common } from '../i18n/common.messages';
import classes from './DataTable.module.css';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  /** A quantity: its digits stand beneath each other. */
  isNumber?: boolean;
  /** A longer text, which takes a second line before the table scrolls. */
  wraps?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

function classOf<Row>({ isNumber, wraps }: Column<Row>): string | undefined {
  return isNumber ? classes.number : wraps ? classes.text : undefined;
}

/** A table of so many columns becomes cards where a smaller one still has room. */
const wideFrom = 5;

/**
 * A plain table. Where there is no room for its columns, each row is a small card with their names before the values,
 * without those that are missing; should a value be too wide even so, it scrolls sideways, by keyboard too.
 */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <div
      className={classes.frame}
      role="region"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      data-wide={columns.length >= wideFrom || undefined}
    >
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.label} className={column.isNumber ? classes.number : undefined}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map((column) => (
                <Cell key={column.label} column={column} row={row} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row);
  return (
    <Table.Td
      className={classOf(column)}
      data-label={column.label}
      data-missing={content === common.missing || undefined}
    >
      {content}
    </Table.Td>
  );
}
