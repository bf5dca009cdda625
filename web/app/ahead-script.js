// The first use of Intl takes a phone a tenth of a second. So it is used while the scripts are loading.
setTimeout(() => Intl.DateTimeFormat().resolvedOptions());
