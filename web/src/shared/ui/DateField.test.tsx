import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/shared/testing/render';
import { DateField } from './DateField';

it('takes a day as an Italian types it, says when it is none, and lets go of it', async () => {
  const user = userEvent.setup();
  const onDate = vi.fn();
  renderApp(<DateField label="Dal" onDate={onDate} />);
  const field = screen.getByRole('textbox', { name: 'Dal' });
  await user.type(field, '1/2/2026');
  expect(onDate).toHaveBeenLastCalledWith('2026-02-01');
  await user.tab();
  expect(field).toHaveValue('01/02/2026');
  await user.clear(field);
  expect(onDate).toHaveBeenLastCalledWith('');
  await user.type(field, '31/02/2026');
  await user.tab();
  expect(field).toHaveAccessibleDescription('Scrivi la data come gg/mm/aaaa');
  expect(onDate).not.toHaveBeenCalledWith('2026-03-03');
});
