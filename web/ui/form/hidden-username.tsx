/** Tells a password manager whose password it is, or is to become. */
export function HiddenUsername({ value }: { value: string }) {
  return <input type="text" name="username" autoComplete="username" value={value} readOnly hidden />;
}
