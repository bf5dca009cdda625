(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let choice;
  try {
    choice = localStorage.getItem('waypost.theme');
  } catch {
    choice = null;
  }
  const isLight = choice === 'light' || (choice === 'system' && !dark.matches);
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark';
})();
