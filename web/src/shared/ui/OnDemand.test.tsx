import { useState } from 'react';
import { Drawer } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/shared/testing/render';
import { OnDemand } from './OnDemand';

const drawn = vi.fn();

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Apri menu
      </button>
      <OnDemand isOpen={isOpen}>
        {(isShown) => {
          drawn(isShown);
          return (
            <Drawer opened={isShown} onClose={() => setOpen(false)} title="Menu">
              <button type="button">Pazienti</button>
            </Drawer>
          );
        }}
      </OnDemand>
    </>
  );
}

it('draws an overlay when it is first opened, closed at first, and gives the focus back each time', async () => {
  const user = userEvent.setup();
  renderApp(<Page />);
  const opener = screen.getByRole('button', { name: 'Apri menu' });
  expect(drawn).not.toHaveBeenCalled();
  for (let times = 0; times < 2; times += 1) {
    await user.click(opener);
    const menu = await screen.findByRole('dialog', { name: 'Menu' });
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  }
  expect(drawn.mock.calls[0]).toEqual([false]);
});
