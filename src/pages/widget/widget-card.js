// Runs in the card widget's page of a live payment, between the page around it and the provider's card fields. What is typed into those
// fields stays in the provider's frame, and never reaches this script.
(() => {
  const section = document.querySelector('[data-intent]');
  const form = document.querySelector('form[data-pays]');
  const check = document.querySelector('form[data-checks]');
  const error = document.querySelector('#card-error');
  const again = document.querySelector('[data-retry]');
  const { post, isOpened } = window.peye;
  const { intent, key, locale, fresh } = section.dataset;
  /** After this time, a script that has neither loaded nor failed counts as failed. If it loads later, it is still used. */
  const PROVIDER_MS = 20_000;

  const MESSAGES = {
    incomplete_number: 'cardNumber',
    invalid_number: 'cardNumber',
    incorrect_number: 'cardNumber',
    incomplete_expiry: 'expiryFormat',
    invalid_expiry_month: 'expiryFormat',
    invalid_expiry_month_past: 'expiryPast',
    invalid_expiry_year: 'expiryFormat',
    invalid_expiry_year_past: 'expiryPast',
    incomplete_cvc: 'cvc',
    invalid_cvc: 'cvc',
    incorrect_cvc: 'cvc',
    insufficient_funds: 'insufficient_balance',
    expired_card: 'expired_card',
    card_declined: 'declined',
    payment_intent_authentication_failure: 'notConfirmed',
    api_connection_error: 'connection',
  };
  const messageOf = ({ code, decline_code: declineCode, type }) =>
    MESSAGES[declineCode] ||
    MESSAGES[code] ||
    MESSAGES[type] ||
    (type === 'card_error' ? 'declined' : 'provider_error');
  const say = (name) => {
    if (!error) return;
    error.textContent = name ? document.querySelector(`[data-message="${name}"]`).textContent : '';
    error.hidden = !name;
  };
  const setBusy = (isBusy) => {
    // A bank's page may open on top of this one, and needs room.
    document.body.classList.toggle('tall', isBusy);
    form.setAttribute('aria-busy', String(isBusy));
    for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
    const button = form.querySelector('button');
    button.textContent = isBusy ? button.dataset.busy : button.dataset.label;
  };

  let given;
  let isStarted = false;
  const showRetry = (isLost) => {
    again.hidden = !isLost;
    form.querySelector('button').hidden = isLost;
  };
  const lost = () => {
    if (!form || isStarted) return;
    say('notLoaded');
    showRetry(true);
    isOpened.then(() => post({ type: 'peye.error', code: 'card_fields_not_loaded' }));
  };
  const begin = () => {
    if (!given || !window.Stripe || isStarted) return;
    try {
      start(window.Stripe(key, { locale }), given.client_secret);
      isStarted = true;
    } catch {
      lost();
      return;
    }
    clearTimeout(timer);
    say();
    if (form) showRetry(false);
  };
  const timer = setTimeout(lost, PROVIDER_MS);
  const provider = document.querySelector('script[src]');
  provider.addEventListener('load', begin);
  provider.addEventListener('error', lost);
  isOpened.then((data) => {
    // A shop that mixes up two payments must not show the price of one and charge the other.
    if (data.publishable_key !== key || !String(data.client_secret).startsWith(`${intent}_secret_`)) {
      post({ type: 'peye.error', code: 'invalid_client_secret' });
      return;
    }
    given = data;
    begin();
  });

  const goOn = () => {
    post({ type: 'peye.leave' });
    check.submit();
  };

  function start(stripe, clientSecret) {
    /** Checks whether this page still fits the payment's status, and otherwise opens the right one. */
    const follow = async () => {
      const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
      if (!paymentIntent) return false;
      const isOpen = paymentIntent.status.startsWith('requires_');
      if (form && !isOpen) goOn();
      if (!form && isOpen) location.replace(fresh);
      return form ? !isOpen : isOpen;
    };
    if (form) showFields(stripe, clientSecret, follow);
    // If the check fails now, the status is seen when the form is sent or the page is opened again.
    follow().catch(() => {});
  }

  function showFields(stripe, clientSecret, follow) {
    const card = stripe.elements().create('card', { hidePostalCode: true, style: styleNow() });
    card.mount('#card-fields');
    addEventListener('peye-look', () => card.update({ style: styleNow() }));
    card.on('ready', () => {
      setBusy(false);
      post({ type: 'peye.fields' });
    });
    card.on('change', (event) => say(event.error && messageOf(event.error)));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      say();
      setBusy(true);
      const answer = await confirm(stripe, clientSecret, card);
      if (answer.paymentIntent) {
        goOn();
        return;
      }
      const isCertain = ['card_error', 'validation_error'].includes(answer.error.type);
      // Unless the provider clearly declined, the money may have moved.
      if (!isCertain && (await follow().catch(() => false))) return;
      setBusy(false);
      say(messageOf(answer.error));
      card.focus();
    });
  }

  /** The provider's fields get the look of the page around them. */
  function styleNow() {
    const { color, fontFamily } = getComputedStyle(document.body);
    const { fontSize } = getComputedStyle(document.querySelector('#card-fields'));
    const seen = getComputedStyle(document.documentElement);
    const [soft, bad] = ['--soft', '--bad'].map((name) => seen.getPropertyValue(name).trim());
    const base = { color, iconColor: soft, fontFamily, fontSize, '::placeholder': { color: soft } };
    return { base, invalid: { color: bad, iconColor: bad } };
  }

  async function confirm(stripe, clientSecret, card) {
    try {
      return await stripe.confirmCardPayment(clientSecret, { payment_method: { card } });
    } catch {
      return { error: { type: 'api_error' } };
    }
  }
})();
