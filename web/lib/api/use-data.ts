import type { ParamsOf, QueryInputOf, ResponseOf } from '#contract/platform';
import {
  keepPreviousData,
  onlineManager,
  QueryClient,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { type AnyEndpoint, ApiError, call, type CallInput, earlyAnswer, onLate, onWrite } from './api.ts';
import { onAnswering } from './online.ts';
import { onOtherLogin } from '../session/session.ts';

/** One cache for the private screens; after each write whatever is on screen is read again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // Also without a connection: what was kept is shown, and what was not says so.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
  },
});

// A page may be opened without a connection, and is to notice when it comes.
onlineManager.setOnline(navigator.onLine);
// What was read meanwhile is of before.
onAnswering((answers) => onlineManager.setOnline(answers));
onLate(({ path }, { params, query }, body) => void queryClient.setQueryData([path, params, query], body));
onWrite(() => void queryClient.invalidateQueries());
onOtherLogin(() => queryClient.clear());

type Input<E extends AnyEndpoint> = Pick<CallInput<E>, 'params' | 'query'> & {
  /** false: do not ask yet. */
  enabled?: boolean;
  /** Asks again after as many milliseconds while the page is seen. */
  every?: number;
  /** Keeps showing the previous answer while another page or filter loads. */
  keep?: boolean;
};

/**
 * Reads a declared endpoint: `const group = useData(getGroup, { params: { id } })`. Show it with `<Loaded>`.
 */
export function useData<E extends AnyEndpoint>(endpoint: E, input: Input<E>): UseQueryResult<ResponseOf<E>> {
  const {
    params,
    query,
    enabled = true,
    every,
    keep = false,
  } = input as {
    params?: ParamsOf<E>;
    query?: QueryInputOf<E>;
    enabled?: boolean;
    every?: number;
    keep?: boolean;
  };
  return useQuery<ResponseOf<E>>({
    queryKey: [endpoint.path, params, query],
    queryFn: ({ queryKey, signal }) => {
      const known = queryClient.getQueryData(queryKey) !== undefined;
      return call(endpoint, { params, query, signal, known } as unknown as CallInput<E>);
    },
    meta: { endpoint },
    enabled,
    ...(every && { refetchInterval: every }),
    ...(enabled && { initialData: () => earlyAnswer(endpoint, params, query) }),
    ...(keep && { placeholderData: keepPreviousData }),
  });
}
