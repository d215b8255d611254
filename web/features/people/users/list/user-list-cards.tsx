import type { listUsers } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { ListBody, type ListBodyProps } from '../../../../ui/list/list-body.tsx';
import type { Selection } from '../../../../ui/list/selection.ts';
import { UserCard } from './user-list-card.tsx';
import cards from './user-list-card.module.css';
import type { UserRow } from '../user.ts';

interface Props extends Omit<
  ListBodyProps<UserRow, typeof listUsers>,
  'children' | 'sort' | 'skeleton' | 'choice'
> {
  choice?: { selection: Selection<UserRow>; nameOf: (user: UserRow) => string };
  hrefOf: (user: UserRow) => string | null;
}

/** The list view of people. */
export default function UserCards({ hrefOf, choice, ...list }: Props) {
  const t = useTranslations('users');
  return (
    <ListBody {...list} {...(choice && { choice })} sort="always" skeleton={<CardsSkeleton />}>
      {(page) => (
        <ul className={cards.cards} aria-label={t('title')}>
          {page.map((user) => (
            <UserCard
              key={user.id}
              user={user}
              page={page}
              selection={choice?.selection}
              href={hrefOf(user)}
            />
          ))}
        </ul>
      )}
    </ListBody>
  );
}

function CardsSkeleton() {
  return (
    <div className={cards.cards}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={172} radius="lg" />
      ))}
    </div>
  );
}
