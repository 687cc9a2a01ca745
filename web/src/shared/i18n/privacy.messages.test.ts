import { describe, expect, it } from 'vitest';
import { privacy } from './privacy.messages';

function keeping(settings: { audioRetention?: string; auditLogDays?: number }): string {
  const section = privacy.sections('a@example.com', undefined, settings).find(({ title }) => title === 'Conservazione');
  return (section?.points ?? []).join('\n');
}

describe('the privacy policy', () => {
  it("tells the installation's own times of keeping", () => {
    expect(keeping({ audioRetention: 'keep', auditLogDays: 365 })).toMatch(
      /finché il medico titolare non lo elimina;[^]*registri di sicurezza: 365 giorni;/,
    );
    expect(keeping({ audioRetention: '30', auditLogDays: 0 })).toMatch(
      /30 giorni dalla visita[^]*registri di sicurezza: senza un termine fissato/,
    );
    expect(keeping({ audioRetention: 'after-report' })).toMatch(/fino al salvataggio del referto/);
  });

  it('does not deny that the operator can open what is sealed', () => {
    const text = privacy
      .sections('a@example.com')
      .flatMap(({ paragraphs }) => paragraphs)
      .join(' ');
    expect(text).not.toContain('non ha accesso ai dati clinici');
    expect(text).toContain('ogni esportazione è annotata');
  });
});
