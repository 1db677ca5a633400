/* The methods of Peye in the block checkout. All texts come from PHP, in the language of the shop. */
(() => {
  const { createElement: el } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry;
  const { getPaymentMethodData } = window.wc.wcSettings;

  for (const method of ['choice', 'moncash', 'natcash', 'lakaypay_card', 'card']) {
    const name = `peye_${method}`;
    const data = getPaymentMethodData(name, null);
    if (!data?.title) continue;
    const title = decodeEntities(data.title);
    const label = el(
      'span',
      { className: 'peye-label' },
      el('span', null, title),
      el('img', { src: data.icon, alt: '', width: 28, height: 28 }),
    );
    const content = el(
      'div',
      { className: 'peye-content' },
      el('p', null, decodeEntities(data.description)),
      data.test ? el('p', { className: 'peye-test' }, el('strong', null, data.test)) : null,
    );
    registerPaymentMethod({
      name,
      label,
      ariaLabel: title,
      content,
      edit: content,
      canMakePayment: () => true,
      supports: { features: data.supports },
    });
  }
})();
