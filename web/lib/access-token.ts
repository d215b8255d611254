const KEY = 'access';
const MAX_AGE = 30 * 24 * 3600;

type Listener = () => void;
const endings = new Set<Listener>();

/** The token of the sign-in answer (§7: kept in a cookie and in local storage). */
export function accessToken(): string | null {
  return localStorage.getItem(KEY);
}

/** Keeps the token; the cookie serves pictures and files only, the API reads the Bearer header. */
export function keepAccessToken(access: string): void {
  localStorage.setItem(KEY, access);
  writeCookie(access, MAX_AGE);
}

export function dropAccessToken(): void {
  localStorage.removeItem(KEY);
  writeCookie('', 0);
}

/** Tells the application that the session is over: an answer 401, or a logout in another tab. */
export function onSessionEnd(listener: Listener): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

export function endSession(): void {
  dropAccessToken();
  for (const listener of endings) listener();
}

function writeCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${KEY}=${value}; Path=/api/v1/media; Max-Age=${maxAge}; SameSite=Strict${secure}`;
}

window.addEventListener('storage', (event) => {
  if (event.key === KEY && event.newValue === null && event.oldValue !== null) endSession();
});
