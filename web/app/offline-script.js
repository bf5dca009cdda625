// Opens the screen again once the server answers: the browser's event says only that there is a network.
(() => {
  const openAgain = async () => {
    const answer = await fetch('/service-worker.js', { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
  };
  addEventListener('online', openAgain);
  setInterval(openAgain, 5000);
})();
