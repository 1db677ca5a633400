/* Waits on the page of an order until the shop knows the outcome of its payment. */
(() => {
  const LATE_MS = 60_000;
  const SLOWEST_MS = 15_000;
  const box = document.querySelector('.peye-waiting');
  if (!box) return;
  const startedAt = Date.now();
  let waitMs = 2_000;

  async function ask() {
    try {
      const response = await fetch(box.dataset.peyeStatus, { cache: 'no-store', credentials: 'same-origin' });
      const { state, url } = await response.json();
      if (state === 'known') return location.replace(url);
    } catch {
      // The connection may come back.
    }
    if (Date.now() - startedAt > LATE_MS) box.querySelector('.peye-late').hidden = false;
    waitMs = Math.min(SLOWEST_MS, waitMs * 1.3);
    setTimeout(ask, waitMs);
  }
  setTimeout(ask, waitMs);
})();
