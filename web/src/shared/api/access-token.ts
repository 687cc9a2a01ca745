interface Claims {
  /** The id of the account. */
  sub?: unknown;
  /** The assurance level: 'aal2' once the second factor was shown. */
  aal?: unknown;
}

/** What an access token claims, unverified; nothing when it is no token of ours. */
export function claimsOf(accessToken: string): Claims {
  const [, claims = ''] = accessToken.split('.');
  try {
    const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(text) as Claims | null) ?? {};
  } catch {
    return {};
  }
}
