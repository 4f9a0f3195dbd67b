// A colour for each predicted id: neighbours in number lie far apart on the wheel.
const isDark = () => document.documentElement.dataset.theme === "dark";
const trackColour = (place) => `hsl(${Math.round((place * 137.508 + 200) % 360)} ${isDark() ? "70% 65%" : "65% 42%"})`;
