import { getUnread } from '#contract/service/notifications';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { call } from '../../../lib/api/api.ts';

const EVERY_MS = 60_000;
/** Where a test or exam is taken: nothing asks there. */
const ATTEMPT = /^\/course\/\d+\/education-materials\/\d+\/form\/\d+\/?$/;

/** How many notifications are not read; asked for each minute while the page is seen, and when it is seen again. */
export function useUnread() {
  const { pathname } = useLocation();
  return useQuery({
    queryKey: [getUnread.path],
    queryFn: ({ signal }) => call(getUnread, { signal }),
    enabled: !ATTEMPT.test(pathname),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
}
