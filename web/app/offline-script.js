// Opens the screen again once the server answers: the browser's event says only that there is a network.
(() => {
  // At its own address the page stands in for no screen.
  if (location.pathname === '/docs/offline') return;
  const openAgain = async () => {
    const answer = await fetch('/service-worker.js', { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
  };
  addEventListener('online', () => void openAgain());
  setInterval(() => void openAgain(), 5000);
})();
