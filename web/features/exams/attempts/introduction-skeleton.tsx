import { Skeleton } from '../../../ui/state/skeleton.tsx';
import classes from './form-introduction.module.css';

/** In the place of a test's introduction, with its facts in their places. */
export function IntroductionSkeleton() {
  return (
    <div className={classes.sheet}>
      <div className={classes.facts}>
        {[1, 2, 3, 4].map((fact) => (
          <div key={fact} className={`${classes.fact} terms`}>
            <Skeleton height={43.5} className="whole" />
          </div>
        ))}
      </div>
      <Skeleton height={50} width="min(12rem, 100%)" radius="md" />
    </div>
  );
}
