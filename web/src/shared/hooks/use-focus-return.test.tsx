import { useState } from 'react';
import { Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/shared/testing/render';
import { useFocusReturn } from './use-focus-return';

function Dialog({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title="Referto">
      <button type="button">Modifica</button>
    </Modal>
  );
}

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Visualizza referto completo
      </button>
      {isOpen ? <Dialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

it('gives the focus back to the button that opened the dialog', async () => {
  const user = userEvent.setup();
  renderApp(<Page />);
  const opener = screen.getByRole('button', { name: 'Visualizza referto completo' });
  await user.click(opener);
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});
