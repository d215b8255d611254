import { asSystem } from './world.ts';

/**
 * Holds a lock until somebody waits for it.
 * @param lock SQL that takes it, behind `perform`
 * @param then what is done while the other waits
 * @param orElse a condition under which nobody will come to wait
 */
export const heldUntilAwaited = (lock: string, then: string, orElse = 'false'): Promise<unknown> =>
  asSystem([
    `do $$ begin
       perform ${lock};
       while not (${orElse}) and not exists (
         select from pg_locks l where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))
       ) loop
         perform pg_sleep(0.01);
       end loop;
       ${then};
     end $$`,
  ]);
