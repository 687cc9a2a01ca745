import { useState } from 'react';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { idleState, type Phase } from '../model/recording-state';
import { RecorderPanel } from './RecorderPanel';

const onStop = vi.fn();
beforeEach(() => {
  onStop.mockClear();
  new FakeServer().install();
  // jsdom draws no waveform.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

const nothing = () => undefined;

function panel(phase: Phase, onPause: () => void = nothing) {
  return (
    <RecorderPanel
      state={{ ...idleState, phase }}
      hasConsent
      isStarting={false}
      onStart={nothing}
      onStop={onStop}
      onPause={onPause}
      onResume={nothing}
      onFile={nothing}
    />
  );
}

function Pausing() {
  const [phase, setPhase] = useState<Phase>('recording');
  return panel(phase, () => setPhase('paused'));
}

/** What a Mac sends: Option makes another sign of the letter. */
const pressOnMac = () => fireEvent.keyDown(document.body, { altKey: true, key: '®', code: 'KeyR' });

describe('Alt + R', () => {
  it('ends the recording on a Mac, too', () => {
    renderApp(panel('recording'));
    pressOnMac();
    expect(onStop).toHaveBeenCalledOnce();
  });

  it('does nothing behind a question', () => {
    renderApp(
      <>
        <div role="dialog" aria-modal="true" aria-label="Scartare?" />
        {panel('recording')}
      </>,
    );
    pressOnMac();
    expect(onStop).not.toHaveBeenCalled();
  });
});

it('gives the focus to the heading when the button that ended the recording is gone', async () => {
  function Ending() {
    const [phase, setPhase] = useState<Phase>('recording');
    onStop.mockImplementation(() => setPhase('stopping'));
    return panel(phase);
  }
  renderApp(<Ending />);
  await userEvent.click(screen.getByRole('button', { name: 'Interrompi registrazione' }));
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
});

it('keeps the focus on the button that pauses and goes on', async () => {
  renderApp(<Pausing />);
  await userEvent.click(screen.getByRole('button', { name: 'Metti in pausa' }));
  expect(screen.getByRole('button', { name: 'Riprendi' })).toHaveFocus();
});
