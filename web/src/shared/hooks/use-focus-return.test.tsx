import { useState } from 'react';
import { Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderApp } from '@/shared/testing/render';
import { useFocusOnPage, useFocusReturn } from './use-focus-return';

function Dialog({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title="Referto">
      <button type="button">Modifica</button>
    </Modal>
  );
}

/** Where the dialog takes away what it was opened for, `isKept` is false. */
function Page({ isKept = true }: { isKept?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isThere, setThere] = useState(true);
  return (
    <main tabIndex={-1}>
      {isThere ? (
        <button type="button" onClick={() => setOpen(true)}>
          Visualizza referto completo
        </button>
      ) : null}
      {isOpen ? (
        <Dialog
          onClose={() => {
            setOpen(false);
            setThere(isKept);
          }}
        />
      ) : null}
    </main>
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

it('leaves the focus on the page where that button is gone', async () => {
  const user = userEvent.setup();
  renderApp(<Page isKept={false} />);
  await user.click(screen.getByRole('button', { name: 'Visualizza referto completo' }));
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

function Offer({ onDiscard }: { onDiscard: () => void }) {
  useFocusOnPage();
  return (
    <button type="button" onClick={onDiscard}>
      Scarta
    </button>
  );
}

function Offers() {
  const [isThere, setThere] = useState(true);
  return (
    <main tabIndex={-1}>
      {isThere ? <Offer onDiscard={() => setThere(false)} /> : null}
      <input aria-label="Cerca" />
    </main>
  );
}

it('leaves the focus on the page where something is taken off it by its own button', async () => {
  const user = userEvent.setup();
  renderApp(<Offers />);
  await user.click(screen.getByRole('button', { name: 'Scarta' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
