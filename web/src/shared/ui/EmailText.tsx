import classes from './EmailText.module.css';

/** An address, or words that end with one: it breaks before its at sign, where it must break at all. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 0) return email;
  return (
    <span className={classes.email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
