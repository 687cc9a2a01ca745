import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/shared/testing/render';
import { SearchBox } from './SearchBox';

/** A page that takes a search up only after a while, as one does on a slow machine. */
function SlowPage({ milliseconds }: { milliseconds: number }) {
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchBox label="Cerca" value={search} onSearch={(text) => setTimeout(() => setSearch(text), milliseconds)} />
      <p>cerca: {search}</p>
      <button onClick={() => setSearch('')}>Tutti</button>
    </>
  );
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a search', () => {
  it('keeps what is typed while the page still takes up what was typed before', async () => {
    const user = userEvent.setup();
    renderApp(<SlowPage milliseconds={400} />);
    const box = screen.getByRole('searchbox', { name: 'Cerca' });
    await user.type(box, 'lu');
    await pause(300);
    await user.type(box, 'ca');
    await pause(300);
    await user.type(box, ' 7');
    await waitFor(() => expect(screen.getByText('cerca: luca 7')).toBeVisible(), { timeout: 3000 });
    expect(box).toHaveValue('luca 7');
  });

  it('is emptied when the page takes it back', async () => {
    const user = userEvent.setup();
    renderApp(<SlowPage milliseconds={0} />);
    const box = screen.getByRole('searchbox', { name: 'Cerca' });
    await user.type(box, 'luca');
    await screen.findByText('cerca: luca');
    await user.click(screen.getByRole('button', { name: 'Tutti' }));
    expect(box).toHaveValue('');
  });
});
