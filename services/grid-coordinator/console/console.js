document.title = 'Almagest';
