import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { PriceList } from '@/shared/api/config';
import { landing } from '@/shared/i18n/landing.messages';
import { paths } from '@/shared/paths';
import { describePrice, planFeatures, plans, priceIn, type Plan } from '@/shared/plans/catalogue';
import classes from './Landing.module.css';

const { pricing } = landing;

export function Pricing({ email, prices }: { email: string; prices: PriceList | undefined }) {
  return (
    <section className={classes.section} id="pricing">
      <h2 className={classes.heading}>{pricing.title}</h2>
      <ul className={classes.grid}>
        {plans.map((plan) => (
          <PlanCard key={plan.tier} plan={plan} price={priceIn(prices, plan)} email={email} />
        ))}
      </ul>
    </section>
  );
}

function PlanCard({ plan, price, email }: { plan: Plan; price: number | null; email: string }) {
  const isHighlighted = plan.tier === 'basic';
  const action = `${classes.button} ${classes.small} ${isHighlighted ? '' : classes.quiet}`;
  return (
    <li className={`${classes.card} ${isHighlighted ? classes.highlighted : ''}`}>
      <h3>{plan.name}</h3>
      <span className={classes.price}>{describePrice(price)}</span>
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
