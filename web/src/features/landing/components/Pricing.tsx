import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { PriceList } from '@/shared/api/config';
import { landing } from '@/shared/i18n/landing.messages';
import { paths } from '@/shared/paths';
import { describePrice, planFeatures, plans, priceIn, type Plan } from '@/shared/plans/catalogue';
import classes from './Landing.module.css';

const { pricing } = landing;

interface PricingProps {
  email: string;
  /** The operator's list; the shipped one where there is none. */
  prices: PriceList | undefined;
  /** It is not known yet which list holds: the prices keep their place, unseen. */
  isPending: boolean;
}

export function Pricing({ email, prices, isPending }: PricingProps) {
  return (
    <section className={classes.section} id="pricing">
      <h2 className={classes.heading}>{pricing.title}</h2>
      <ul className={classes.grid}>
        {plans.map((plan) => (
          <PlanCard key={plan.tier} plan={plan} price={priceIn(prices, plan)} isPending={isPending} email={email} />
        ))}
      </ul>
    </section>
  );
}

interface PlanCardProps {
  plan: Plan;
  price: number | null;
  isPending: boolean;
  email: string;
}

function PlanCard({ plan, price, isPending, email }: PlanCardProps) {
  const isHighlighted = plan.tier === 'basic';
  const action = `${classes.button} ${classes.small} ${isHighlighted ? '' : classes.quiet}`;
  return (
    <li className={`${classes.card} ${isHighlighted ? classes.highlighted : ''}`}>
      <h3>{plan.name}</h3>
      <span className={classes.price} data-pending={isPending || undefined}>
        {describePrice(price)}
      </span>
      <ul className={classes.planFeatures}>
        {planFeatures(plan).map((feature) => (
          <li key={feature}>
            <IconCheck size={18} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      {plan.tier === 'enterprise' ? (
        <a className={action} href={`mailto:${email}?subject=${encodeURIComponent(pricing.contactSubject)}`}>
          {pricing.contact}
        </a>
      ) : (
        <Link className={action} to={paths.login}>
          {pricing.start}
        </Link>
      )}
    </li>
  );
}
