"""Small imaginary worlds: pictures, truth and detectors with realistic faults."""
